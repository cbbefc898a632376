import { Menu, Portal } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** The layer below a menu's items: above the page, and a landmark while it is open. */
export const MenuLayer = ({ label, children }: { label: string; children: ReactNode }) => (
  <Portal>
    <Menu.Positioner as="section" aria-label={label}>
      <Menu.Content>{children}</Menu.Content>
    </Menu.Positioner>
  </Portal>
)
