import { chakra } from '@chakra-ui/react'
import { createContext, type ReactNode, use, useLayoutEffect, useRef, useState } from 'react'
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

/** The person is in the list, or in a menu or dialog that may belong to one of its rows. */
const isInUse = (list: Element | null) => {
  const focused = document.activeElement
  return list?.contains(focused) === true || focused?.closest('[role=menu], [role=dialog]') != null
}

/**
 * A list that scrolls with the page; of a long one, only rows near the window are drawn. Every row is a new one
 * then: a list that grows while it is in use stays as it is, until more come.
 */
export function LongList<Item>({ label, items, keyOf, children }: LongListProps<Item>) {
  const list = useRef<HTMLUListElement>(null)
  const isLong = items.length > ALL_DRAWN
  const [virtual, setVirtual] = useState(isLong)
  useLayoutEffect(() => {
    if (isLong && !isInUse(list.current)) setVirtual(true)
  }, [isLong, items.length])
  if (!virtual)
    return (
      <chakra.ul ref={list} aria-label={label} listStyleType="none">
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
