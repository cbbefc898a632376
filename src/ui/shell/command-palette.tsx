import { Dialog as ChakraDialog, Portal, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { t } from '../../texts/t.ts'
import { Picker, usePicked } from '../parts/picker.tsx'
import { useReturnFocus } from '../parts/use-return-focus.ts'
import { useShell } from '../shell-actors.ts'
import { type Commands, useContentSearch, useThings } from './commands.ts'
import { Keys } from './keys.tsx'

/** All destinations and actions, found by name; and past questions, by their words. */
export function CommandPalette({ commands }: { commands: Commands }) {
  const { palette } = useShell()
  const open = useSelector(palette, (picker) => picker.hasTag('open'))
  useReturnFocus(open)
  const things = useThings()
  const found = useContentSearch(useSelector(palette, ({ context }) => context.query.trim()))
  const options = useMemo(() => {
    const { offered, screens, account, themes, palette: _itself, ...actions } = commands
    return [...offered, ...things, ...screens, ...account, ...Object.values(actions), ...themes, ...found]
  }, [commands, things, found])
  usePicked(palette, (id) => options.find((option) => option.id === id)?.run())
  return (
    <ChakraDialog.Root
      open={open}
      onOpenChange={() => palette.send({ type: 'picker.closed' })}
      restoreFocus={false}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner alignItems={{ base: 'flex-start', md: 'flex-start' }} pt={{ md: '20' }}>
          <ChakraDialog.Content aria-label={t('Search everything')} bg="raised" overflow="hidden">
            <Picker
              actor={palette}
              label={t('Search everything')}
              placeholder={t('Search pages and actions')}
              nothing={t('No matches.')}
              options={options}
            >
              {({ icon: Icon, label, keys }) => (
                <>
                  <Icon aria-hidden />
                  <Text as="span" flex="1" truncate dir="auto">
                    {label}
                  </Text>
                  {keys && <Keys keys={keys} />}
                </>
              )}
            </Picker>
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  )
}
