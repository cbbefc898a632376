import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { CollectionName, Collections } from '../../machines/shell/resource/pages.types.ts'
import type { ResourceRef } from '../../machines/shell/resource/resource.machine.ts'
import { FailedLine, FailedRead, NotOffered } from './states.tsx'
import { End } from './visibility.tsx'

interface PagesViewProps<Name extends CollectionName> {
  pages: { name: Name; actor: ResourceRef }
  skeleton: ReactNode
  empty: ReactNode
  /** `rest` follows the last item: it loads more when it becomes visible. */
  children: (shown: {
    items: readonly Collections[Name]['item'][]
    total: number
    rest: ReactNode
  }) => ReactNode
}

/** The states of everything that is read by pages; the next page loads when the end becomes visible. */
export function PagesView<Name extends CollectionName>({
  pages: { actor },
  skeleton,
  empty,
  children,
}: PagesViewProps<Name>) {
  const phase = useSelector(actor, (list) =>
    (['loading', 'failed', 'missing', 'empty', 'ready'] as const).find((tag) => list.hasTag(tag)),
  )
  const { data, total, error } = useSelector(actor, ({ context }) => context)
  const hasMore = useSelector(actor, (list) => list.can({ type: 'end.reached' }))
  if (phase === 'loading') return skeleton
  if (phase === 'failed') return <FailedRead actor={actor} message={error} />
  if (phase === 'missing') return <NotOffered />
  if (phase === 'empty') return empty
  const items = data as readonly Collections[Name]['item'][]
  const rest = (
    <>
      {hasMore && <End key={items.length} actor={actor} />}
      {error !== null && <FailedLine actor={actor} message={error} />}
    </>
  )
  return children({ items, total, rest })
}
