/** Where spans go: the address of a collector, to which OTLP adds `/v1/traces`. */
export const tracesUrl = (endpoint: string | undefined): string | null =>
  endpoint ? `${endpoint.replace(/\/$/, '')}/v1/traces` : null
