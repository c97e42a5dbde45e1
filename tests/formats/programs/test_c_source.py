"""C sources: the C library against the host's, the compiler's own errors, and the cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.native import native_run, require_tools
from turingrad._support.user_cache import cache_folder
from turingrad.errors import InputError, MachineError
from turingrad.formats.programs import c_source
from turingrad.formats.programs.c_source import CompileError, content_key, read_c
from turingrad.machine.program.run import run

LIBRARY = r"""
#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int numbers[] = {0, 1, -1, 9, 10, -10, 12345, INT_MAX, INT_MIN, 0x7fff, 0x8000, -32769, 1000000000};
static int sign(int number) { return (number > 0) - (number < 0); }

int main(void) {
  char buffer[64], other[64];
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    int n = numbers[i];
    printf("[%d][%5d][%-12d][%012d][%i][%u][%x][%X][%08x][%-9xz][%hd][%hhu][%hx]\n", n, n, n, n, n, (unsigned)n,
           (unsigned)n, (unsigned)n, (unsigned)n, (unsigned)n, (short)n, (unsigned char)n, (unsigned short)n);
    printf("%d\n", sprintf(buffer, "%d|%*d|%-*d|", n, 14, n, 3, n));
    puts(buffer);
    printf("%d %s\n", snprintf(other, 6, "%d", n), other);
    printf("%d\n", abs(n == INT_MIN ? 0 : n));
  }
  printf("%c|%3c|%-3c|%s|%8s|%-8s|%.2s|%5.1s|%%|\n", 'x', 'y', 'z', "text", "text", "text", "text", "text");
  printf("%ld %lu %lx\n", 5L, 7UL, 255UL);
  printf("%d\n", snprintf(NULL, 0, "%s and %d", "text", -12));
  for (unsigned number = 1; number; number *= 10) {
    printf("%u %u %u\n", number, number - 1, ~number);
    if (number > 400000000) break;
  }
  printf("%d %d %d\n", atoi("  -42x"), atoi("+7"), atoi("2147483647"));
  printf("%d %d %d %d\n", sign(strcmp("a", "b")), sign(strcmp("ab", "a")), strcmp("", ""), sign(strcmp("\x80", "a")));
  printf("%d %d %d\n", strncmp("abc", "abd", 2), sign(strncmp("abc", "abd", 3)), strncmp("a", "a", 9));
  printf("%d %d\n", sign(memcmp("a\0b", "a\0c", 3)), memcmp("x", "y", 0));
  strcpy(buffer, "hello");
  strcat(buffer, ", world");
  printf("%u %s %s %d\n", (unsigned)strlen(buffer), buffer, strchr(buffer, 'w'), strchr(buffer, 'z') == NULL);
  for (unsigned from = 0; from < 6; from++)
    for (unsigned to = 0; to < 6; to++)
      for (unsigned size = 0; size < 14; size++) {
        for (int i = 0; i < 64; i++) buffer[i] = (char)('A' + i % 26);
        memcpy(other, buffer, 64);
        memmove(buffer + to, buffer + from, size);
        for (int i = 0; i < 24; i++) putchar(buffer[i]);
        memcpy(other + to, buffer + from + 24, size);
        memset(other + from + 28, '.', size);
        for (int i = 0; i < 48; i++) putchar(other[i]);
        putchar('\n');
      }
  for (int c = 0; c < 128; c++)
    printf("%d%d%d%d%d%d%d%d%d%c%c\n", !!isdigit(c), !!isalpha(c), !!isalnum(c), !!isspace(c), !!isupper(c),
           !!islower(c), !!isprint(c), !!ispunct(c), !!isxdigit(c), isprint(c) ? tolower(c) : ' ',
           isprint(c) ? toupper(c) : ' ');
  int *block = malloc(40), *more = calloc(10, 4);
  for (int i = 0; i < 10; i++) block[i] = i;
  block = realloc(block, 80);
  for (int i = 0; i < 10; i++) printf("%d %d ", block[i], more[i]);
  free(block);
  int32_t wide = INT32_MIN;
  uint8_t narrow = (uint8_t)300;
  bool truth = 7;
  int64_t product = (int64_t)wide * 3;
  printf("%d %d %d %d %d\n", wide, narrow, truth, (int)(product >> 32), (int)(product / 7));
  float half = 0.5f, big = 1e10f;
  double third = 1.0 / 3.0;
  printf("%d %d %d %d\n", (int)(half * 7.0f), (int)(big / 1e4f), (int)(third * 1e9), half < third);
  int c;
  while ((c = getchar()) != EOF) putchar(toupper(c));
  printf("%d\n", getchar());
  exit(300);
}
"""


def test_the_c_library_is_as_the_host_s(tmp_path: Path) -> None:
    given = b"some\0input\xff\n"
    expected = native_run(LIBRARY, given, tmp_path)
    last = run(read_c(LIBRARY.encode(), "library.c"), given).configuration
    assert last.output.split(b"\n") == expected[0].split(b"\n")
    assert last.exit_code == expected[1] == 300 % 256


def test_assert_and_unsupported_conversions_stop_with_a_message() -> None:
    require_tools()
    source = '#include <assert.h>\n#include <stdio.h>\nint main(void) {\n assert(getchar() > 0); printf("%f", 1.0); }'
    program = read_c(source.encode(), "x.c")
    last = run(program).configuration
    assert (last.output, last.exit_code) == (b"x.c:4: assertion failed: getchar() > 0\n", 134)
    last = run(program, "y").configuration
    assert (last.output, last.exit_code) == (b"printf: unsupported conversion\nf\n", 134)


def test_malloc_gives_nothing_when_the_heap_meets_the_stack() -> None:
    require_tools()
    source = """
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    int main(void) {
      unsigned blocks = 0;
      for (char *block; (block = malloc(1000)); blocks++) memset(block, 255, 1000);
      printf("%u %d %d", blocks, malloc(0xffffffff) == NULL, calloc(0x10000, 0x10000) == NULL);
    }"""
    assert run(read_c(source.encode(), "x.c")).configuration.output == b"61 1 1"
    assert run(read_c(source.encode(), "x.c", ram=1 << 20)).configuration.output == b"1037 1 1"


def test_errors_of_the_compiler_are_shown_as_they_are() -> None:
    require_tools()
    with pytest.raises(CompileError) as caught:
        read_c(b"int main(void) {\n  return missing;\n}\n", "some/where.c")
    assert (caught.value.line, caught.value.column) == (2, 10)
    assert caught.value.one_line() == "some/where.c:2:10: use of undeclared identifier 'missing'"
    assert "2 |   return missing;\n" in str(caught.value)
    assert str(caught.value).endswith("1 error generated.")
    with pytest.raises(CompileError, match="undefined symbol: missing"):
        read_c(b"int missing(void);\nint main(void) { return missing(); }\n", "x.c")


def test_programs_that_do_not_fit_are_refused_with_sizes() -> None:
    require_tools()
    source = b"char block[70000];\nint main(int n, char **v) { return block[n]; }"
    with pytest.raises(MachineError, match=r"need 70,\d\d\d bytes, more than the 65,536 bytes of RAM"):
        read_c(source, "x.c")
    assert run(read_c(source, "x.c", ram=1 << 17)).configuration.exit_code == 0


def test_a_source_includes_headers_beside_it(tmp_path: Path) -> None:
    require_tools()
    (tmp_path / "answer.h").write_text('#include "deeper.h"\n')
    (tmp_path / "deeper.h").write_text("enum { ANSWER = 42 };\n")
    source = b'#include "answer.h"\nint main(void) { return ANSWER; }\n'
    assert run(read_c(source, str(tmp_path / "x.c"))).configuration.exit_code == 42
    (tmp_path / "deeper.h").write_text("enum { ANSWER = 43 };\n")
    assert run(read_c(source, str(tmp_path / "x.c"))).configuration.exit_code == 43


def test_what_was_compiled_is_kept_by_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURINGRAD_CACHE", str(tmp_path))
    made: list[str] = []

    def compiling(text: str, _source: str, _folder: Path) -> bytes:
        made.append(text)
        return b"elf of " + text.encode()

    monkeypatch.setattr(c_source, "compile_source", compiling)
    for text in ("int a;", "int a;", "int b;", "int a;"):
        assert c_source.compile_c(text, "x.c") == b"elf of " + text.encode()
    assert made == ["int a;", "int b;"]
    assert len(list((tmp_path / "programs").iterdir())) == 2
    keys = {
        content_key(text, name, tmp_path) for text in ("#include <a.h>", "#include <b.h>") for name in ("x.c", "y.c")
    }
    assert len(keys) == 4  # by __FILE__, too
    kept = next((tmp_path / "programs").iterdir())
    kept.write_bytes(b"\0" + kept.read_bytes()[1:])
    assert [c_source.compile_c(text, "x.c") for text in ("int a;", "int b;")] == [b"elf of int a;", b"elf of int b;"]
    assert len(made) == 3  # what was damaged is compiled again


HIDDEN_FILES = (
    "#include HEADER",
    "int t = __TIME__[0];",
    '__asm__(".incbin \\"x\\"");',
    'asm(".inc" "bin \\"x\\"");',
    'asm(".include \\"x.s\\"");',
    '#import "x.h"',
    '#include_next "x.h"',
    '%:include "x.h"',
    "#include </elsewhere/x.h>",
    "#include <../x.h>",
    '#if __has_include("x.h")\n#endif',
    '#define X #include "x.h"',
)


@pytest.mark.parametrize("text", HIDDEN_FILES)
def test_what_may_read_a_file_that_we_do_not_see_is_not_kept(text: str, tmp_path: Path) -> None:
    assert content_key(text, "x.c", tmp_path) is None


def test_every_header_that_the_compiler_finds_is_part_of_the_key(tmp_path: Path) -> None:
    """An earlier version ran the old program when such a header had changed."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "nested.h").write_text('#include "beside.h"\n')
    texts = (
        '#include "beside.h"',
        '/* a comment */ #include "beside.h"',
        '# /* a comment */ include "beside.h"',
        '#inc\\\nlude "beside.h"',
        '#include "sub/nested.h"',  # whose own include is found beside the source
        '#embed "beside.h" limit(4)',
    )
    keys = set()
    for content in ("int a;", "int b;"):
        (tmp_path / "beside.h").write_text(content)
        keys |= {content_key(text, "x.c", tmp_path) for text in texts}
    assert None not in keys
    assert len(keys) == 2 * len(texts)


def test_the_lack_of_the_compiler_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURINGRAD_CACHE", str(tmp_path))
    monkeypatch.setattr(c_source, "find_spec", lambda _name: None)
    with pytest.raises(InputError, match=r"x\.c: C programs need .* pip install 'turingrad\[c\]'"):
        read_c(b"int main(void) { return 0; }", "x.c")


def test_the_cache_is_where_the_user_says_or_temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURINGRAD_CACHE", str(tmp_path / "here"))
    assert cache_folder("zig") == tmp_path / "here" / "zig"
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TURINGRAD_CACHE", str(tmp_path / "file"))
    assert cache_folder("zig").is_dir()
    monkeypatch.delenv("TURINGRAD_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder("zig") == tmp_path / "xdg" / "turingrad" / "zig"
