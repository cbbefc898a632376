import { Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { selectFilesAtRisk } from '../../machines/shell/app.machine.ts'
import { isLeavingBlocked } from '../../machines/shell/navigation/navigation.selectors.ts'
import { t } from '../../texts/t.ts'
import { useActors } from '../actors.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../parts/dialog.tsx'

/** Asks before leaving would lose typed text, or before log-out would lose files. */
export function LeaveDialog() {
  const { app, navigation } = useActors()
  const isBlocked = useSelector(navigation, isLeavingBlocked)
  const files = useSelector(app, selectFilesAtRisk)
  if (files === 0)
    return (
      <Question
        open={isBlocked}
        title={t('Leave without saving?')}
        text={t('Your changes on this page are not saved. If you leave now, they are lost.')}
        leave={t('Leave without saving')}
        asker={navigation}
      />
    )
  return (
    <Question
      open
      title={t('Log out during the upload?')}
      text={t(
        '{files, plural, one {# file is not uploaded yet. If you log out now, it is lost.} other {# files are not uploaded yet. If you log out now, they are lost.}}',
        { files },
      )}
      leave={t('Log out')}
      asker={app}
    />
  )
}

interface QuestionProps {
  open: boolean
  title: string
  text: string
  leave: string
  asker: { send: (event: { type: 'leaving.confirmed' | 'leaving.canceled' }) => void }
}

function Question({ open, title, text, leave, asker }: QuestionProps) {
  const stay = () => asker.send({ type: 'leaving.canceled' })
  return (
    <Dialog open={open} locked={false} title={title} size="md" onClose={stay}>
      <DialogBody>
        <Text color="ink.2">{text}</Text>
      </DialogBody>
      <DialogFooter>
        <Button onClick={stay}>{t('Stay here')}</Button>
        <Button variant="danger" onClick={() => asker.send({ type: 'leaving.confirmed' })}>
          {leave}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
