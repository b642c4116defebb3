/* helper_cuda.h -- what programs take from the header of this name in NVIDIA's samples, for their host code, which
 * --cuda-device-only checks and does not compile. helper_functions.h is the same file. */
#ifndef HELPER_CUDA_H
#define HELPER_CUDA_H

#include "hpvm_cuda.h"

#define checkCudaErrors(call)  ((void)(call))
#define getLastCudaError(text) ((void)(text))
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif

struct StopWatchInterface;
int findCudaDevice(int argc, const char **argv);
int gpuGetMaxGflopsDeviceId();
int _ConvertSMVer2Cores(int major, int minor);
bool checkCmdLineFlag(int argc, const char **argv, const char *name);
int getCmdLineArgumentInt(int argc, const char **argv, const char *name);
float getCmdLineArgumentFloat(int argc, const char **argv, const char *name);
bool getCmdLineArgumentString(int argc, const char **argv, const char *name, char **value);
char *sdkFindFilePath(const char *name, const char *program);
bool sdkCreateTimer(StopWatchInterface **timer);
bool sdkDeleteTimer(StopWatchInterface **timer);
bool sdkStartTimer(StopWatchInterface **timer);
bool sdkStopTimer(StopWatchInterface **timer);
bool sdkResetTimer(StopWatchInterface **timer);
float sdkGetTimerValue(StopWatchInterface **timer);
float sdkGetAverageTimerValue(StopWatchInterface **timer);

#endif
