import { chakra, Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../parts/dialog.tsx'
import { useShell } from '../shell-actors.ts'
import type { Commands } from './commands.ts'
import { Keys } from './keys.tsx'
import { withKeys } from './use-shortcuts.ts'

/** What the keyboard can do, on `?`. */
export function ShortcutsSheet({ commands }: { commands: Commands }) {
  const { shortcuts } = useShell()
  const open = useSelector(shortcuts, ({ context }) => context)
  const close = () => shortcuts.send({ type: 'shortcuts.closed' })
  return (
    <Dialog open={open} locked={false} title={t('Keyboard shortcuts')} size="md" onClose={close}>
      <DialogBody>
        <chakra.dl>
          {withKeys(commands).map(({ id, label, keys }) => (
            <Flex key={id} justify="space-between" gap="4" py="2" borderBottom="1px solid" borderColor="rule">
              <chakra.dt fontSize="md">{label}</chakra.dt>
              <chakra.dd>
                <Keys keys={keys} />
              </chakra.dd>
            </Flex>
          ))}
        </chakra.dl>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>{t('Close')}</Button>
      </DialogFooter>
    </Dialog>
  )
}
