import { Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { PersonalDataRef } from '../../../machines/organizations/personal-data.machine.ts'
import type { PersonalData } from '../../../services/contract/personal-data.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { FateLists } from './fate-lists.tsx'

/** Says by name what goes and what stays, before it is too late. */
export function ErasureDialog({ actor, found }: { actor: PersonalDataRef; found: PersonalData }) {
  const isAsking = useSelector(actor, (form) => form.hasTag('asking'))
  const refuse = () => actor.send({ type: 'confirmation.refused' })
  const name = found.name || found.emails[0] || t('this visitor')
  return (
    <Dialog open={isAsking} locked={false} size="md" title={t('Erase {name}?', { name })} onClose={refuse}>
      <DialogBody>
        <Stack gap="4">
          <FateLists kept={found.kept} />
          <Text color="ink.2">
            {t(
              'Documents are not searched for names. A restored backup does not bring them back. This cannot be undone.',
            )}
          </Text>
        </Stack>
      </DialogBody>
      <DialogFooter>
        <Button onClick={refuse}>{t('Cancel')}</Button>
        <Button variant="danger" onClick={() => actor.send({ type: 'confirmation.given' })}>
          {t('Erase permanently')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
