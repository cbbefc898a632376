import { chakra } from '@chakra-ui/react'
import { createContext, type ReactNode, use } from 'react'
import { type CustomContainerComponentProps, WindowVirtualizer } from 'virtua'

/** Up to this number, all are drawn: they can be searched in the page and printed. */
const ALL_DRAWN = 100
/** Beyond the window, so that a fast reader sees no gap. */
const DRAWN_AHEAD = 800 // px

interface LongListProps<Item> {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

const LabelContext = createContext('')

const Container = (props: CustomContainerComponentProps) => <ul aria-label={use(LabelContext)} {...props} />

/** A list that scrolls with the page; of a long one, only rows near the window are drawn. */
export function LongList<Item>({ label, items, keyOf, children }: LongListProps<Item>) {
  if (items.length <= ALL_DRAWN)
    return (
      <chakra.ul aria-label={label} listStyleType="none">
        {items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </chakra.ul>
    )
  return (
    <LabelContext value={label}>
      <WindowVirtualizer as={Container} item="li" bufferSize={DRAWN_AHEAD}>
        {items.map((item) => (
          <Keyed key={keyOf(item)}>{children(item)}</Keyed>
        ))}
      </WindowVirtualizer>
    </LabelContext>
  )
}

const Keyed = ({ children }: { children: ReactNode }) => children
