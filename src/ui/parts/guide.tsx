import type { ReactNode } from 'react'
import { Anchor } from './link.tsx'

/** Leads to a document of `docs/`, by its name and an anchor, in another tab: what was begun here stays. */
export const Guide = ({ to, children }: { to: string; children?: ReactNode }) => (
  <Anchor href={`/docs/guides/${to}`} target="_blank" rel="noopener">
    {children}
  </Anchor>
)
