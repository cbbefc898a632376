import { createContext, type ReactNode, use } from 'react'

const Content = createContext<ReactNode>(null)

interface FramedProps {
  /** Holds a `<Slot />` where the content stands. */
  frame: ReactNode
  children: ReactNode
}

/** What changes many times a second, in a frame that does not: only the content is drawn again. */
export const Framed = ({ frame, children }: FramedProps) => <Content value={children}>{frame}</Content>

/** Where a frame has its content. */
export const Slot = () => use(Content)
