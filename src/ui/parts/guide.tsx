import type { ReactNode } from 'react'
import { Anchor } from './link.tsx'

/** Links to a document of `docs/`, by its name and an anchor, in another tab: work in progress here stays. */
export const Guide = ({ to, children }: { to: string; children?: ReactNode }) => (
  <Anchor href={`/docs/guides/${to}`} target="_blank" rel="noopener">
    {children}
  </Anchor>
)
