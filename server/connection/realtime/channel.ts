/** What sockets listen to, and events are sent on. */
export type Channel =
  | `organization:${string}`
  | `knowledge-base:${string}`
  | `integration:${string}`
  | `visitor:${string}`
