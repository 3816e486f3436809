/* Right. C99, one file, answers printed. Chains by union-find, liberties counted a chain. */
#include <stdio.h>
#include <string.h>

#define N 9
#define POINTS (N * N)

static int cell[POINTS], parent[POINTS];
static const int dr[4] = {-1, 0, 1, 0}, dc[4] = {0, 1, 0, -1};

static int neighbour(int p, int k)
{
    int r = p / N + dr[k], c = p % N + dc[k];
    return r < 0 || r >= N || c < 0 || c >= N ? -1 : r * N + c;
}

static int find(int p)
{
    while (parent[p] != p)
        p = parent[p] = parent[parent[p]];
    return p;
}

/* free_points[find(p)] says whether the chain of p has a liberty */
static void count_liberties(int free_points[POINTS])
{
    for (int p = 0; p < POINTS; p++)
        parent[p] = p;
    for (int p = 0; p < POINTS; p++)
        for (int k = 0; k < 4; k++) {
            int q = neighbour(p, k);
            if (q >= 0 && cell[p] != 0 && cell[q] == cell[p])
                parent[find(p)] = find(q);
        }
    memset(free_points, 0, POINTS * sizeof free_points[0]);
    for (int p = 0; p < POINTS; p++)
        for (int k = 0; k < 4; k++) {
            int q = neighbour(p, k);
            if (q >= 0 && cell[p] != 0 && cell[q] == 0)
                free_points[find(p)]++;
        }
}

static int remove_dead(int colour)
{
    int free_points[POINTS], removed = 0;
    count_liberties(free_points);
    for (int p = 0; p < POINTS; p++)
        if (cell[p] == colour && free_points[find(p)] == 0) {
            cell[p] = 0;
            removed++;
        }
    return removed;
}

static int obeys(void)
{
    int free_points[POINTS];
    count_liberties(free_points);
    for (int p = 0; p < POINTS; p++)
        if (cell[p] != 0 && free_points[find(p)] == 0)
            return 0;
    return 1;
}

static int load(const char *problem)
{
    char name[32];
    int r, c, colour;
    snprintf(name, sizeof name, "test_%s.txt", problem);
    FILE *f = fopen(name, "r");
    if (!f) {
        perror(name);
        return 0;
    }
    memset(cell, 0, sizeof cell);
    while (fscanf(f, "%d %d %d", &r, &c, &colour) == 3)
        cell[r * N + c] = colour;
    fclose(f);
    return 1;
}

static void list_points(int want_captures)
{
    int before[POINTS], free_points[POINTS];
    const char *comma = "";
    memcpy(before, cell, sizeof cell);
    printf("[");
    for (int p = 0; p < POINTS; p++) {
        memcpy(cell, before, sizeof cell);
        if (cell[p] != 0)
            continue;
        cell[p] = 1;
        int captured = remove_dead(-1);
        count_liberties(free_points);
        if (want_captures ? captured > 0 : free_points[find(p)] > 0) {
            printf("%s(%d, %d)", comma, p / N, p % N);
            comma = ", ";
        }
    }
    printf("]\n");
}

int main(void)
{
    const char *rule[] = {"0", "00"}, *captures[] = {"1", "2", "3", "4"};
    for (int i = 0; i < 2; i++) {
        if (!load(rule[i]))
            return 1;
        printf("Problem %s: rule checking:%s\n", rule[i], obeys() ? "True" : "False");
    }
    for (int i = 0; i < 4; i++) {
        if (!load(captures[i]))
            return 1;
        printf("Problem %s: forward on step:", captures[i]);
        list_points(1);
    }
    if (!load("5"))
        return 1;
    printf("Problem 5: all possible position:");
    list_points(0);
    return 0;
}
