import { Box, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { MemberAccessRef } from '../../../machines/organizations/groups.machine.ts'
import { t } from '../../../texts/t.ts'
import { reasonsText } from '../../knowledge/readers/words.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { EmptyLine } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { useOrganizationId, useResource } from '../../workspace.ts'

/** A member’s access to knowledge bases, restricted documents and assistants, with the reasons. */
export function MemberAccessDialog({ actor }: { actor: MemberAccessRef }) {
  const open = useSelector(actor, (dialog) => dialog.hasTag('open'))
  const member = useSelector(actor, ({ context }) => context.member)
  const close = () => actor.send({ type: 'dialog.closed' })
  return (
    <Dialog
      open={open}
      locked={false}
      title={t('What {name} can read', { name: member?.name ?? '' })}
      size="md"
      onClose={close}
    >
      <DialogBody>
        {member && (
          <>
            <Bases userId={member.userId} />
            <Assistants userId={member.userId} />
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>{t('Close')}</Button>
      </DialogFooter>
    </Dialog>
  )
}

function Bases({ userId }: { userId: string }) {
  const organizationId = useOrganizationId()
  const bases = useResource('readableBases', { organizationId, userId })
  return (
    <ResourceView
      resource={bases}
      skeleton={<SkeletonRows count={2} />}
      empty={<EmptyLine>{t('No knowledge bases.')}</EmptyLine>}
    >
      {(list) => (
        <Rows label={t('Knowledge bases')}>
          {list.map(({ id, name, reasons, documents }) => (
            <Row key={id} title={name}>
              {reasonsText(reasons)}
              {documents.map((document) => (
                <Text key={document.id} as="span" display="block" overflowWrap="anywhere">
                  {t('Restricted document {name}: {reasons}', {
                    name: document.name,
                    reasons: reasonsText(document.reasons),
                  })}
                </Text>
              ))}
            </Row>
          ))}
        </Rows>
      )}
    </ResourceView>
  )
}

function Assistants({ userId }: { userId: string }) {
  const organizationId = useOrganizationId()
  const assistants = useResource('usableAssistants', { organizationId, userId })
  return (
    <Box mt="6">
      <Text fontWeight="semibold" fontSize="sm">
        {t('Assistants that they can use')}
      </Text>
      <ResourceView
        resource={assistants}
        skeleton={<SkeletonRows count={2} />}
        empty={<EmptyLine>{t('No assistants.')}</EmptyLine>}
      >
        {(list) => (
          <Rows label={t('Assistants that they can use')}>
            {list.map(({ id, name, reasons }) => (
              <Row key={id} title={name}>
                {reasonsText(reasons)}
              </Row>
            ))}
          </Rows>
        )}
      </ResourceView>
    </Box>
  )
}
