/** Accepted patterns that are not known to be linear, or cannot be checked, and why. */
export const EXCEPTIONS: readonly { file: string; text: string; reason: string }[] = [
  {
    file: 'src/services/browser/runtime-config.ts',
    text: '/\\/+$/',
    reason: "Reads the operator's own setting, in the browser.",
  },
]
