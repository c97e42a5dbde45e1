/* A tiny Lisp: reads expressions from the input, or a few of its own if there is none, and prints their values.

   Numbers, symbols and lists; quote, if, define, lambda; + - * < = cons car cdr null?. Variables are found in a list of
   pairs, innermost first; nothing is ever freed. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { NUMBER, SYMBOL, PAIR, LAMBDA, BUILTIN } Kind;

typedef struct Value {
  Kind kind;
  union {
    int number;
    const char *name;
    struct {
      struct Value *head, *tail;
    };
    struct {
      struct Value *code, *around; /* (parameters body), and the variables where it was made */
    };
  };
} Value;

static Value *globals; /* a list of pairs (symbol . value); the empty list is NULL */

static void fail(const char *why) {
  puts(why);
  exit(1);
}

static Value *make(Kind kind) {
  Value *value = malloc(sizeof(Value));
  if (!value) fail("out of memory");
  value->kind = kind;
  return value;
}

static Value *number(int n) {
  Value *value = make(NUMBER);
  value->number = n;
  return value;
}

static Value *pair(Value *head, Value *tail) {
  Value *value = make(PAIR);
  value->head = head;
  value->tail = tail;
  return value;
}

/* Every symbol exists once, so that equal symbols are the same pointer. */
static Value *symbol(const char *name) {
  static Value *all;
  for (Value *each = all; each; each = each->tail)
    if (strcmp(each->head->name, name) == 0) return each->head;
  Value *value = make(SYMBOL);
  char *kept = malloc(strlen(name) + 1);
  if (!kept) fail("out of memory");
  value->name = strcpy(kept, name);
  all = pair(value, all);
  return value;
}

static const char *lesson =
    "(+ 1 2)"
    "(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))"
    "(fact 6)"
    "(define map (lambda (f l) (if (null? l) l (cons (f (car l)) (map f (cdr l))))))"
    "(map (lambda (x) (* x x)) (quote (1 2 3 4 5)))";
static int ahead; /* the next character */

static void advance(void) {
  static int given = -1;
  int character = given == 0 ? EOF : getchar();
  if (given < 0) given = character != EOF;
  ahead = given ? character : *lesson ? *lesson++ : EOF;
}

static void skip_spaces(void) {
  while (isspace(ahead)) advance();
}

static Value *read(void);

/* The rest of a list, up to its bracket. */
static Value *read_list(void) {
  skip_spaces();
  if (ahead == EOF) fail("a bracket is missing");
  if (ahead == ')') {
    advance();
    return NULL;
  }
  Value *head = read();
  return pair(head, read_list());
}

static Value *read(void) {
  skip_spaces();
  if (ahead == '(') {
    advance();
    return read_list();
  }
  char name[32];
  int size = 0;
  for (; ahead != EOF && ahead != '(' && ahead != ')' && !isspace(ahead); advance())
    if (size < 31) name[size++] = (char)ahead;
  name[size] = '\0';
  if (size == 0) fail("an unexpected bracket");
  return isdigit(name[0]) || (name[0] == '-' && isdigit(name[1])) ? number(atoi(name)) : symbol(name);
}

static void print(const Value *value) {
  if (!value || value->kind == PAIR) {
    putchar('(');
    for (; value; value = value->tail) {
      print(value->head);
      if (value->tail) putchar(' ');
    }
    putchar(')');
  } else if (value->kind == NUMBER) {
    printf("%d", value->number);
  } else {
    printf("%s", value->kind == LAMBDA ? "lambda" : value->name);
  }
}

static Value *find(Value *name, Value *variables) {
  for (; variables; variables = variables->tail)
    if (variables->head->head == name) return variables->head;
  for (variables = globals; variables; variables = variables->tail)
    if (variables->head->head == name) return variables->head;
  printf("unknown: %s\n", name->name);
  exit(1);
}

static Value *first(Value *list) {
  if (!list || list->kind != PAIR) fail("a value is missing");
  return list->head;
}

static Value *rest(Value *list) {
  if (!list || list->kind != PAIR) fail("a value is missing");
  return list->tail;
}

static int whole(Value *value) {
  if (!value || value->kind != NUMBER) fail("not a number");
  return value->number;
}

static Value *call_builtin(const char *name, Value *values) {
  Value *one = first(values);
  if (strcmp(name, "car") == 0) return first(one);
  if (strcmp(name, "cdr") == 0) return rest(one);
  if (strcmp(name, "null?") == 0) return number(one == NULL);
  Value *other = first(rest(values));
  if (strcmp(name, "cons") == 0) return pair(one, other);
  int a = whole(one), b = whole(other);
  switch (name[0]) {
    case '+': return number((int)((unsigned)a + (unsigned)b));
    case '-': return number((int)((unsigned)a - (unsigned)b));
    case '*': return number((int)((unsigned)a * (unsigned)b));
    case '<': return number(a < b);
    default: return number(a == b);
  }
}

static Value *evaluate(Value *code, Value *variables);

static Value *evaluate_all(Value *codes, Value *variables) {
  if (!codes) return NULL;
  Value *head = evaluate(codes->head, variables);
  return pair(head, evaluate_all(codes->tail, variables));
}

static Value *call(Value *function, Value *values) {
  if (!function || (function->kind != LAMBDA && function->kind != BUILTIN)) fail("not a function");
  if (function->kind == BUILTIN) return call_builtin(function->name, values);
  Value *variables = function->around;
  for (Value *names = first(function->code); names; names = names->tail, values = rest(values))
    variables = pair(pair(names->head, first(values)), variables);
  return evaluate(first(rest(function->code)), variables);
}

static Value *evaluate(Value *code, Value *variables) {
  if (!code || code->kind == NUMBER) return code;
  if (code->kind == SYMBOL) return find(code, variables)->tail;
  Value *head = code->head;
  const char *name = head && head->kind == SYMBOL ? head->name : "";
  if (strcmp(name, "quote") == 0) return first(code->tail);
  if (strcmp(name, "if") == 0) {
    Value *truth = evaluate(first(code->tail), variables);
    Value *branches = rest(code->tail);
    int holds = truth && (truth->kind != NUMBER || truth->number);
    return evaluate(first(holds ? branches : rest(branches)), variables);
  }
  if (strcmp(name, "define") == 0) {
    Value *binding = pair(first(code->tail), NULL);
    globals = pair(binding, globals);
    binding->tail = evaluate(first(rest(code->tail)), variables);
    return binding->head;
  }
  if (strcmp(name, "lambda") == 0) {
    Value *value = make(LAMBDA);
    value->code = code->tail;
    value->around = variables;
    return value;
  }
  return call(evaluate(head, variables), evaluate_all(code->tail, variables));
}

int main(void) {
  static const char *const builtins[] = {"+", "-", "*", "<", "=", "cons", "car", "cdr", "null?"};
  for (unsigned i = 0; i < sizeof builtins / sizeof *builtins; i++) {
    Value *value = make(BUILTIN);
    value->name = builtins[i];
    globals = pair(pair(symbol(builtins[i]), value), globals);
  }
  for (advance(), skip_spaces(); ahead != EOF; skip_spaces()) {
    print(evaluate(read(), NULL));
    putchar('\n');
  }
  return 0;
}
