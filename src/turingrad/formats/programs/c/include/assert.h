/* assert(x): if x is false, a line with the place and exit code 134. */
#undef assert
#ifdef NDEBUG
#define assert(truth) ((void)0)
#else
#define assert(truth) ((truth) ? (void)0 : __assert_failed(#truth, __FILE_NAME__, __LINE__))
#endif
void __assert_failed(const char *truth, const char *file, int line) __attribute__((noreturn));
