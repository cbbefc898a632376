import { Menu, Portal } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** What the lines of a menu lie on: over the page, and while it is open a landmark of its own. */
export const MenuLayer = ({ label, children }: { label: string; children: ReactNode }) => (
  <Portal>
    <Menu.Positioner as="section" aria-label={label}>
      <Menu.Content>{children}</Menu.Content>
    </Menu.Positioner>
  </Portal>
)
