import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import { useActorRef } from '@xstate/react'
import type { Integration } from '../../../services/contract/integrations.ts'
import { useMachines } from '../../actors.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'

export function DangerZone({ integration: { id, name } }: { integration: Integration }) {
  const deletion = useActorRef(useMachines().deleteIntegration)
  return (
    <Box
      as="section"
      aria-labelledby="danger-zone"
      border="1px solid"
      borderColor="rule.2"
      borderRadius="lg"
      px={{ base: '5', md: '6' }}
      py="5"
    >
      <Heading as="h2" id="danger-zone" textStyle="section">
        Danger zone
      </Heading>
      <Flex gap="5" align="center" justify="space-between" wrap="wrap" mt="2">
        <Text color="ink.2" fontSize="md" flex="1 1 18rem">
          Deleting the assistant removes every conversation with it. Its knowledge bases stay.
        </Text>
        <Button
          variant="danger"
          onClick={() => deletion.send({ type: 'confirmation.asked', subject: { id, name } })}
        >
          Delete assistant
        </Button>
      </Flex>
      <ConfirmDialog
        actor={deletion}
        title={(subject) => `Delete “${subject}”?`}
        confirm="Delete assistant"
        busy="Deleting…"
      >
        The assistant and every conversation with it are removed for good. Its knowledge bases stay.{' '}
        <b>This cannot be undone.</b>
      </ConfirmDialog>
    </Box>
  )
}
