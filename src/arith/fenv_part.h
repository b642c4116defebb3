/* src/arith/fenv_part.h -- the parts of the floating-point environment that the operations fenv_get
 * and fenv_set name.
 *
 * Not here: what they do (interp/engine/environment.c). */
#ifndef HR_FENV_PART_H
#define HR_FENV_PART_H

typedef enum hr_fenv_part {
	HR_FENV_ROUNDING,     /* LLVM's number: 0 toward zero, 1 to nearest, 2 up, 3 down; set: no
			       * other */
	HR_FENV_RAISED,       /* the exceptions, FE_ALL_EXCEPT of fenv.h; nothing traps */
	HR_FENV_MODE,         /* femode_t */
	HR_FENV_DEFAULT,      /* set: the default environment; the value is ignored in this and the
			       * following two */
	HR_FENV_DEFAULT_MODE, /* set: the default mode */
	HR_FENV_KEEP,         /* set: what follows changes the environment; the value may have any
			       * size */
	HR_FENV_WORD,         /* and the following: a word of 64 bits of fenv_t */
} hr_fenv_part;

/* words of fenv_t */
enum { HR_FENV_WORDS = 4 };

#endif
