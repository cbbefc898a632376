import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { CollectionName, Collections } from '../../machines/shell/resource/pages.types.ts'
import type { ResourceRef } from '../../machines/shell/resource/resource.machine.ts'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'
import { FailedRead, NotOffered } from './states.tsx'
import { useVisibility } from './use-visibility.ts'

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
  const mayRetry = useSelector(actor, (list) => list.can({ type: 'retry.requested' }))
  const hasMore = useSelector(actor, (list) => list.can({ type: 'end.reached' }))
  const retry = () => actor.send({ type: 'retry.requested' })
  if (phase === 'loading') return skeleton
  if (phase === 'failed') return <FailedRead actor={actor} message={error} />
  if (phase === 'missing') return <NotOffered />
  if (phase === 'empty') return empty
  const items = data as readonly Collections[Name]['item'][]
  const rest = (
    <>
      {hasMore && <End key={items.length} actor={actor} />}
      {mayRetry && (
        <Flex role="alert" align="center" justify="space-between" gap="3" px="2.5" py="3">
          <Text fontSize="md">{error}</Text>
          <Button size="sm" onClick={retry}>
            {t('Try Again')}
          </Button>
        </Flex>
      )}
    </>
  )
  return children({ items, total, rest })
}

/** Recreated for each page: it may still be visible when the page has arrived. */
function End({ actor }: { actor: ResourceRef }) {
  const element = useVisibility<HTMLDivElement>((visible) => {
    if (visible) actor.send({ type: 'end.reached' })
  })
  return <Box ref={element} height="1px" />
}
