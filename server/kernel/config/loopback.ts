/** Whether a host name means this machine. */
export const isLoopback = (hostname: string) => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(hostname)
