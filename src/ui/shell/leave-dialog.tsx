import { Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { isLeavingBlocked } from '../../machines/shell/navigation/navigation.selectors.ts'
import { t } from '../../texts/t.ts'
import { useActors } from '../actors.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../parts/dialog.tsx'

/** Asks before leaving would lose typed text. */
export function LeaveDialog() {
  const { navigation } = useActors()
  const open = useSelector(navigation, isLeavingBlocked)
  const stay = () => navigation.send({ type: 'leaving.canceled' })
  return (
    <Dialog open={open} locked={false} title={t('Leave without saving?')} size="md" onClose={stay}>
      <DialogBody>
        <Text color="ink.2">
          {t('Your changes on this page are not saved. If you leave now, they are lost.')}
        </Text>
      </DialogBody>
      <DialogFooter>
        <Button onClick={stay}>{t('Stay here')}</Button>
        <Button variant="danger" onClick={() => navigation.send({ type: 'leaving.confirmed' })}>
          {t('Leave without saving')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
