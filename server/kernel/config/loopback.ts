/** Whether a host name is that of this machine. */
export const isLoopback = (hostname: string) => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(hostname)
