import { Box } from '@chakra-ui/react'
import { type ReactNode, useRef } from 'react'
import { Virtualizer } from 'virtua'
import type { CollectionName, Collections } from '../../machines/shell/resource/pages.types.ts'
import type { ResourceRef } from '../../machines/shell/resource/resource.machine.ts'
import { PagesView } from './pages-view.tsx'
import { SkeletonRows } from './skeletons.tsx'

interface ScrolledPagesProps<Name extends CollectionName> {
  pages: { name: Name; actor: ResourceRef }
  label: string
  empty: ReactNode
  /** Shown above the items, if there are any. */
  head?: ReactNode
  children: (item: Collections[Name]['item']) => ReactNode
}

/** A long list that fills the remaining height. */
export function ScrolledPages<Name extends CollectionName>({
  pages,
  label,
  empty,
  head,
  children,
}: ScrolledPagesProps<Name>) {
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <PagesView
      pages={pages}
      empty={empty}
      skeleton={
        <Box px="2.5">
          <SkeletonRows />
        </Box>
      }
    >
      {({ items, rest }) => (
        <>
          {head}
          <Box ref={scroller} flex="1" minHeight={0} overflowY="auto" overflowX="hidden" position="relative">
            <Box role="list" aria-label={label}>
              <Virtualizer scrollRef={scroller}>
                {items.map((item) => (
                  <Box key={item.id} role="listitem">
                    {children(item)}
                  </Box>
                ))}
              </Virtualizer>
            </Box>
            {rest}
          </Box>
        </>
      )}
    </PagesView>
  )
}
