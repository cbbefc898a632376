/** Channels that sockets listen on and events are sent to. */
export type Channel =
  | `organization:${string}`
  | `knowledge-base:${string}`
  | `integration:${string}`
  | `visitor:${string}`
