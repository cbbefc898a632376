import { Box, Flex } from '@chakra-ui/react'
import type { Organization } from '../../services/contract/organizations.ts'

/** S3.3: its logo, and under it the first letter of its name, for those that have none. */
export const OrganizationLogo = ({
  organization: { name, logo_url },
  size = '28px',
}: {
  organization: Pick<Organization, 'name' | 'logo_url'>
  size?: string
}) => (
  <Flex
    aria-hidden
    align="center"
    justify="center"
    position="relative"
    width={size}
    height={size}
    borderRadius="sm"
    overflow="hidden"
    flexShrink={0}
    bg="accent.wash"
    color="accent"
    fontFamily="heading"
    fontSize={`calc(${size} * .64)`}
    lineHeight="1"
  >
    {[...name.trim()][0]?.toUpperCase()}
    {logo_url && (
      <Box asChild position="absolute" inset="0" width="full" height="full" objectFit="cover" bg="raised">
        <img src={logo_url} alt="" />
      </Box>
    )}
  </Flex>
)
