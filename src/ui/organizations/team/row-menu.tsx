import { Menu } from '@chakra-ui/react'
import { Ellipsis } from 'lucide-react'
import { IconButton } from '../../parts/button.tsx'
import { MenuLayer } from '../../parts/menu-layer.tsx'

interface RowMenuProps {
  label: string
  actions: readonly { readonly label: string; readonly run: () => void }[]
}

/** The actions on a row. */
export const RowMenu = ({ label, actions }: RowMenuProps) => (
  <Menu.Root
    positioning={{ placement: 'bottom-end' }}
    lazyMount
    unmountOnExit
    onSelect={({ value }) => actions.find((action) => action.label === value)?.run()}
  >
    <Menu.Trigger asChild>
      <IconButton label={label}>
        <Ellipsis aria-hidden />
      </IconButton>
    </Menu.Trigger>
    <MenuLayer label={label}>
      {actions.map((action) => (
        <Menu.Item key={action.label} value={action.label}>
          {action.label}
        </Menu.Item>
      ))}
    </MenuLayer>
  </Menu.Root>
)
