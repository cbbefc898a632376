/** Patterns that may stay although they are not known to be linear, or cannot be checked, and why. */
export const EXCEPTIONS: readonly { file: string; text: string; reason: string }[] = [
  {
    file: 'server/http/security.ts',
    text: '/<script(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)<\\/script>/g',
    reason: "Reads the built app's own page, once, at the start.",
  },
  {
    file: 'src/services/runtime-config.ts',
    text: '/\\/+$/',
    reason: "Reads the operator's own setting, in the browser.",
  },
]
