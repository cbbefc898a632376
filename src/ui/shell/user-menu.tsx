import { Menu, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Check } from 'lucide-react'
import { t } from '../../texts/t.ts'
import { useActors } from '../actors.ts'
import { MenuLayer } from '../parts/menu-layer.tsx'
import type { Command } from '../shell-actors.ts'
import type { Commands } from './commands.ts'
import { Keys } from './keys.tsx'

interface UserMenuProps {
  /** The id of the button that opens it. */
  opener: string
  open: boolean
  onOpenChange: (open: boolean) => void
  commands: Commands
}

/** S2.22, S1.3: the signed-in person's pages, the theme, and log-out. */
export function UserMenu({ opener, open, onOpenChange, commands }: UserMenuProps) {
  const { account, themes, shortcuts, logOut } = commands
  const { theme } = useActors()
  const choice = useSelector(theme, ({ value }) => value)
  return (
    <Menu.Root
      ids={{ trigger: opener }}
      open={open}
      onOpenChange={(change) => onOpenChange(change.open)}
      positioning={{ placement: 'top-start' }}
      lazyMount
      unmountOnExit
      onSelect={({ value }) =>
        [...account, ...themes, shortcuts, logOut].find(({ id }) => id === value)?.run()
      }
    >
      <MenuLayer label={t('Your account')}>
        {account.map((command) => (
          <Line key={command.id} command={command} />
        ))}
        <Menu.Separator />
        <Menu.ItemGroup>
          <Menu.ItemGroupLabel>{t('Theme')}</Menu.ItemGroupLabel>
          {themes.map((command) => (
            <Line key={command.id} command={command} isCurrent={choice === command.id} stays />
          ))}
        </Menu.ItemGroup>
        <Menu.Separator />
        <Line command={shortcuts} />
        <Line command={logOut} />
      </MenuLayer>
    </Menu.Root>
  )
}

function Line({
  command: { id, label, icon: Icon, keys },
  isCurrent = false,
  stays = false,
}: {
  command: Command
  isCurrent?: boolean
  /** Picking it does not close the menu. */
  stays?: boolean
}) {
  return (
    <Menu.Item value={id} closeOnSelect={!stays}>
      <Icon aria-hidden />
      <Text as="span" flex="1">
        {label}
      </Text>
      {keys && <Keys keys={keys} />}
      {isCurrent && <Check aria-label={t('current')} />}
    </Menu.Item>
  )
}
