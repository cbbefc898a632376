const UNIQUE_VIOLATION = '23505'

/** Whether the database refused a row because it holds one like it; drizzle wraps the driver's error. */
export const violatesUnique = (error: unknown) =>
  error instanceof Error && (error.cause as { code?: unknown } | undefined)?.code === UNIQUE_VIOLATION
