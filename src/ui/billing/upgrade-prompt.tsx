import { Box, Center, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { CircleFadingArrowUp } from 'lucide-react'
import { canOwn } from '../../machines/organizations/organizations/organizations.selectors.ts'
import { t } from '../../texts/t.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { useOrganizationId, useResource, useResourceData, useWorkspace } from '../workspace.ts'

/** No larger plan can be bought. */
const LARGEST: readonly string[] = ['business', 'enterprise']

/** S1.3: a card at the bottom of the sidebar if a larger plan is available, also during a trial. */
export function UpgradePrompt({ collapsed }: { collapsed: boolean }) {
  const { upgrade, organizations } = useWorkspace()
  const owns = useSelector(organizations, canOwn)
  const organizationId = useOrganizationId()
  const subscription = useResourceData(useResource('subscription', { organizationId }))
  if (!owns || !subscription || LARGEST.includes(subscription.plan_id)) return null
  const open = () => upgrade.send({ type: 'planUpgrade.opened', organizationId })
  if (collapsed)
    return (
      <Center mb="1">
        <IconButton label={t('Upgrade')} onClick={open}>
          <CircleFadingArrowUp aria-hidden />
        </IconButton>
      </Center>
    )
  return (
    <Box
      as="aside"
      aria-label={t('Upgrade')}
      border="1px solid"
      borderColor="rule"
      borderRadius="md"
      bg="raised"
      px="3.5"
      py="3"
      mb="2.5"
    >
      <Text fontFamily="heading" fontSize="1.1875rem" lineHeight="short">
        {t('More space')}
      </Text>
      <Text textStyle="small" color="ink.2" mt="0.5" mb="2.5">
        {t('More documents, questions and teammates.')}
      </Text>
      <Button size="sm" width="full" onClick={open}>
        {t('Upgrade')}
      </Button>
    </Box>
  )
}
