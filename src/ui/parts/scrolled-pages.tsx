import { Box, Flex, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { type ReactNode, useRef } from 'react'
import { Virtualizer } from 'virtua'
import type { PagesRef } from '../../machines/pages/pages.machine.ts'
import type { CollectionName, Collections } from '../../machines/pages/pages.types.ts'
import { Button } from './button.tsx'
import { ErrorState, SkeletonLine } from './states.tsx'
import { useVisibility } from './use-visibility.ts'

interface ScrolledPagesProps<Name extends CollectionName> {
  pages: { name: Name; actor: PagesRef }
  label: string
  empty: ReactNode
  /** Stands over the lines, once there are any. */
  head?: ReactNode
  children: (item: Collections[Name]['item']) => ReactNode
}

/** In all that is left of the height; what follows is read when the end comes into view. */
export function ScrolledPages<Name extends CollectionName>({
  pages: { actor },
  label,
  empty,
  head,
  children,
}: ScrolledPagesProps<Name>) {
  const scroller = useRef<HTMLDivElement>(null)
  const phase = useSelector(actor, (list) =>
    (['loading', 'failed', 'empty', 'ready'] as const).find((tag) => list.hasTag(tag)),
  )
  const { items, error } = useSelector(actor, ({ context }) => context)
  const mayRetry = useSelector(actor, (list) => list.can({ type: 'retry.requested' }))
  const hasMore = useSelector(actor, (list) => list.can({ type: 'end.reached' }))
  const retry = () => actor.send({ type: 'retry.requested' })
  if (phase === 'loading')
    return (
      <Stack gap="5" px="2.5" aria-busy="true" aria-label="Loading">
        <SkeletonLine height="2.4em" />
        <SkeletonLine height="2.4em" />
        <SkeletonLine height="2.4em" />
      </Stack>
    )
  if (phase === 'failed') return <ErrorState message={error ?? ''} onRetry={retry} />
  if (phase === 'empty') return empty
  return (
    <>
      {head}
      <Box ref={scroller} flex="1" minHeight={0} overflowY="auto" overflowX="hidden" position="relative">
        <Box role="list" aria-label={label}>
          <Virtualizer scrollRef={scroller}>
            {items.map((item) => (
              <Box key={item.id} role="listitem">
                {children(item as Collections[Name]['item'])}
              </Box>
            ))}
          </Virtualizer>
        </Box>
        {hasMore && <End key={items.length} actor={actor} />}
        {mayRetry && (
          <Flex role="alert" align="center" justify="space-between" gap="3" px="2.5" py="3">
            <Text fontSize="md">{error}</Text>
            <Button size="sm" onClick={retry}>
              Try Again
            </Button>
          </Flex>
        )}
      </Box>
    </>
  )
}

/** Made anew for each page: it may still be in view when the page has come. */
function End({ actor }: { actor: PagesRef }) {
  const element = useVisibility<HTMLDivElement>((visible) => {
    if (visible) actor.send({ type: 'end.reached' })
  })
  return <Box ref={element} height="1px" />
}
