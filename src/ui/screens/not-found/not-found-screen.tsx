import { NotFound } from '../../parts/not-found.tsx'

/** S2.18, where there is no shell around it. */
export const NotFoundScreen = () => (
  <main>
    <NotFound />
  </main>
)
