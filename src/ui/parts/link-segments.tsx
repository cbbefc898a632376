import { Flex } from '@chakra-ui/react'
import { Link } from './link.tsx'

interface LinkSegmentsProps {
  /** The current choice. */
  label: string
  links: readonly { readonly to: string; readonly label: string; readonly current: boolean }[]
}

/** One of a few, side by side, like `Segmented`; each has an address. */
export const LinkSegments = ({ label, links }: LinkSegmentsProps) => (
  <Flex
    as="nav"
    aria-label={label}
    gap="0.5"
    border="1px solid"
    borderColor="rule.2"
    borderRadius="md"
    p="0.5"
    bg="sheet"
  >
    {links.map(({ to, label, current }) => (
      <Link
        key={to}
        to={to}
        aria-current={current ? 'true' : undefined}
        display="flex"
        alignItems="center"
        px="3"
        py="1"
        fontSize="sm"
        color={current ? 'accent' : 'ink.2'}
        bg={current ? 'accent.wash' : 'transparent'}
        _hover={{ textDecoration: 'none', color: 'ink' }}
      >
        {label}
      </Link>
    ))}
  </Flex>
)
