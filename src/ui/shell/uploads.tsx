import { Box, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { UploadRef } from '../../machines/knowledge/upload.machine.ts'
import { selectPath } from '../../machines/shell/navigation/navigation.selectors.ts'
import { t } from '../../texts/t.ts'
import { useActors } from '../actors.ts'
import { UploadState } from '../parts/upload-state.tsx'
import { useWorkspace } from '../workspace.ts'

/** Uploads go on while another screen, or another organization, is shown. */
export function Uploads() {
  const uploads = useSelector(useWorkspace().workspace, ({ context }) => context.uploads)
  const path = useSelector(useActors().navigation, selectPath)
  const elsewhere = Object.entries(uploads).filter(([id]) => !path.startsWith(`/knowledge-bases/${id}`))
  return elsewhere.map(([id, upload]) => <Upload key={id} actor={upload} />)
}

function Upload({ actor }: { actor: UploadRef }) {
  const name = useSelector(actor, ({ context }) => context.name)
  const shown = useSelector(actor, (upload) => upload.hasTag('busy') || upload.hasTag('report'))
  if (!shown) return null
  return (
    <Box
      as="section"
      aria-label={t('Upload to {name}', { name })}
      px={{ base: '5', md: '11' }}
      py="2.5"
      borderBottom="1px solid"
      borderColor="rule"
      bg="sheet"
    >
      <Text textStyle="label" color="ink.3" mb="1">
        {name}
      </Text>
      <UploadState actor={actor} />
    </Box>
  )
}
