/** How often a property is tried; `npm run test:nightly` says more. */
export const RUNS = Number(process.env.PROPERTY_RUNS ?? 1_000)
