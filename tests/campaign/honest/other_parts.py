"""Parts of honest programs in C and for the shell."""

from __future__ import annotations

C_HEAD = """\
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static char text[4096], out[8192];
static void *turn(void *at) { *(char *)at = '!'; return 0; }
static jmp_buf back;
static void heard(int number) { (void)number; longjmp(back, 1); }
int main(void) {
"""

C_READ = {
    "fgets": "while (fgets(text + strlen(text), 99, stdin)) ;",
    "read": "for (ssize_t n, at = 0; (n = read(0, text + at, 9)) > 0; at += n) ;",
    "fopen": 'FILE *in = fopen("in.txt", "r"); fread(text, 1, 4000, in); fclose(in);',
    "mmap": 'int f = open("in.txt", O_RDONLY); off_t n = lseek(f, 0, SEEK_END);'
    " memcpy(text, mmap(0, n, PROT_READ, MAP_PRIVATE, f, 0), n); close(f);",
}

C_MAKE = {
    "memory": "char *much = calloc(40, 1 << 20); much[99] = 'x'; out[0] = much[99]; free(much);",
    "threads": "pthread_t t[4]; strcpy(out, text);"
    " for (int n = 0; n < 4; n++) pthread_create(t + n, 0, turn, out + n);"
    " for (int n = 0; n < 4; n++) pthread_join(t[n], 0);",
    "fork": "int p[2]; pipe(p); if (fork() == 0) { write(p[1], text, strlen(text)); _exit(0); }"
    " close(p[1]); wait(0); read(p[0], out, 4000);",
    "signal": 'signal(SIGUSR1, heard); if (!setjmp(back)) raise(SIGUSR1); strcpy(out, "heard");',
    "time": "time_t t = 0; struct timespec w = {0, 1000}; nanosleep(&w, 0);"
    ' strftime(out, 99, "%Y %H", gmtime(&t));',
    "popen": 'FILE *f = popen("echo a b | wc -w", "r"); fgets(out, 99, f); pclose(f);',
}

C_WRITE = {
    "write": "write(1, out, strlen(out));",
    "file": 'FILE *f = fopen("answer.txt", "w"); fputs(out, f); fclose(f);',
    "open": 'int g = open("answer.txt", O_WRONLY | O_CREAT, 0644);'
    " write(g, out, strlen(out)); fsync(g); close(g);",
    "renamed": 'FILE *f = fopen("new", "w"); fputs(out, f); fclose(f); rename("new", "answer.txt");',
}

SHELL_READ = {
    "cat": "text=$(cat)",
    "file": "text=$(cat in.txt)",
    "lines": 'text=""; while read -r line; do text="$text$line "; done',
}

SHELL_MAKE = {
    "sorted": 'out=$(printf "%s\\n" $text | sort | uniq -c | tr -s " ")',
    "awk": 'out=$(echo "$text" | awk "{ n += NF } END { print n }")',
    "arithmetic": "n=0; while [ $n -lt 500 ]; do n=$((n + 7)); done; out=$n",
    "functions": 'twice() { echo "$1$1"; }; out=$(twice "$text")',
    "files": 'mkdir -p a/b; echo "$text" >a/b/c; out=$(find a | sort; grep -c . a/b/c); rm -r a',
    "background": '(sleep 0.01; echo "$text" >late) & wait; out=$(cat late)',
    "trap": 'trap "out=heard" USR1; out=no; kill -USR1 $$',
    "here": "out=$(cat <<END\n$text here\nEND\n)",
}

SHELL_WRITE = {
    "echo": 'echo "$out"',
    "file": 'echo "$out" >answer.txt',
    "tee": 'echo "$out" | tee answer.txt',
    "moved": 'echo "$out" >new; mv new answer.txt',
}
