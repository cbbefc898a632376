/** An unusable setting; the message is one line that names the variable. */
export class ConfigError extends Error {}
