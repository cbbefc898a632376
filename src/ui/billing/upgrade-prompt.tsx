import { Box, Text } from '@chakra-ui/react'
import { Button } from '../parts/button.tsx'
import { useResource, useResourceData, useWorkspace } from '../workspace.ts'

/** S1.3: a card at the foot of the sidebar, for who has no plan or Free. */
export function UpgradePrompt() {
  const { upgrade } = useWorkspace()
  const subscription = useResourceData(useResource('subscription', {}))
  if (subscription?.status !== 'free') return null
  return (
    <Box
      as="aside"
      aria-label="Upgrade"
      border="1px solid"
      borderColor="rule"
      borderRadius="md"
      bg="raised"
      px="3.5"
      py="3"
      mb="2.5"
    >
      <Text fontFamily="heading" fontSize="1.1875rem" lineHeight="short">
        Room for more
      </Text>
      <Text textStyle="small" color="ink.2" mt="0.5" mb="2.5">
        More documents, questions and colleagues.
      </Text>
      <Button size="sm" width="full" onClick={() => upgrade.send({ type: 'planUpgrade.opened' })}>
        Upgrade
      </Button>
    </Box>
  )
}
