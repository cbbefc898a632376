import { createContext, type ReactNode, use } from 'react'

const Content = createContext<ReactNode>(null)

interface FramedProps {
  /** Contains a `<Slot />` for the content. */
  frame: ReactNode
  children: ReactNode
}

/** Content that changes many times a second, in a frame that does not: only the content is redrawn. */
export const Framed = ({ frame, children }: FramedProps) => <Content value={children}>{frame}</Content>

/** Position of the content in a frame. */
export const Slot = () => use(Content)
