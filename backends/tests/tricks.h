/* backends/tests/tricks.h -- see tricks.c. */
#ifndef HR_TRICKS_H
#define HR_TRICKS_H

/* Do what TRICK says if TRICK_WHEN is WHEN. Return true if the callback is to fail then. */
int rogue_trick(const char *when);

#endif
