import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { FiledDocument } from '../../../machines/knowledge/document-file.machine.ts'
import type { DocumentVersionsRef } from '../../../machines/knowledge/document-versions.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { formatBytes, formatMoment } from '../../parts/format.ts'
import { joined } from '../../parts/joined.ts'
import { Notice } from '../../parts/notice.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { useOrganizationId, useResource } from '../../workspace.ts'
import { useDocumentActors } from './document-menu.tsx'

/** The versions of a document, newest first. */
export function VersionsDialog({ actor, editable }: { actor: DocumentVersionsRef; editable: boolean }) {
  const open = useSelector(actor, (versions) => versions.hasTag('open'))
  const busy = useSelector(actor, (versions) => versions.hasTag('busy'))
  const { document, error } = useSelector(actor, ({ context }) => context)
  const close = () => actor.send({ type: 'versions.closed' })
  return (
    <Dialog
      open={open}
      locked={busy}
      title={t('Versions of “{name}”', { name: document?.name ?? '' })}
      description={t('Restoring one makes it the latest; the others stay.')}
      onClose={close}
    >
      <DialogBody display="grid" gap="4">
        {error && <Notice tone="error">{error}</Notice>}
        {document && <Versions actor={actor} document={document} editable={editable} />}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close} disabled={busy}>
          {t('Close')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

interface VersionsProps {
  actor: DocumentVersionsRef
  document: FiledDocument
  editable: boolean
}

function Versions({ actor, document, editable }: VersionsProps) {
  const { file } = useDocumentActors()
  const busy = useSelector(actor, (versions) => versions.hasTag('busy'))
  const loading = useSelector(file, (snapshot) => snapshot.hasTag('busy'))
  const versions = useResource('documentVersions', {
    organizationId: useOrganizationId(),
    documentId: document.id,
  })
  return (
    <ResourceView resource={versions} skeleton={<SkeletonRows count={2} />}>
      {(list) => (
        <Box as="ul" listStyleType="none" borderTop="1px solid" borderColor="rule">
          {list.map(({ number, size, created_at, created_by }, place) => (
            <Flex
              as="li"
              key={number}
              align="center"
              gap="3"
              wrap="wrap"
              py="2.5"
              borderBottom="1px solid"
              borderColor="rule"
            >
              <Box flex="1 1 12rem" minWidth={0}>
                <Text fontWeight="semibold" fontSize="md">
                  {place === 0
                    ? t('Version {number} (latest)', { number })
                    : t('Version {number}', { number })}
                </Text>
                <Text textStyle="small" color="ink.2">
                  {joined([formatMoment(created_at), created_by, formatBytes(size)])}
                </Text>
              </Box>
              <Button
                size="sm"
                disabled={loading}
                onClick={() =>
                  file.send({
                    type: 'operation.requested',
                    request: { kind: 'download', document: { ...document, version: number } },
                  })
                }
              >
                {t('Download')}
              </Button>
              {editable && place > 0 && (
                <Button
                  size="sm"
                  disabled={busy}
                  onClick={() => actor.send({ type: 'restore.requested', number })}
                >
                  {t('Restore')}
                </Button>
              )}
            </Flex>
          ))}
        </Box>
      )}
    </ResourceView>
  )
}
