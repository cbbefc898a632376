import { Box, chakra } from '@chakra-ui/react'
import { usePath, useSearchParam } from '../actors.ts'
import { Link } from './link.tsx'

interface PartTabsProps {
  /** The thing that the parts belong to. */
  label: string
  /** Each is an address, with or without `?part=`. */
  parts: readonly { readonly to: string; readonly label: string }[]
}

/** On a phone, the strip is longer than the window. A loading page has no size yet. */
const show = (tab: HTMLLIElement) => {
  const sizes = new ResizeObserver(() => tab.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  sizes.observe(tab)
  return () => sizes.disconnect()
}

/** The parts of a page; the address names the current one. */
export function PartTabs({ label, parts }: PartTabsProps) {
  const path = usePath()
  const part = useSearchParam('part')
  const shown = part === null ? path : `${path}?part=${part}`
  return (
    <Box as="nav" aria-label={label} borderBottom="1px solid" borderColor="rule" mb="7">
      <chakra.ul display="flex" gap="6" listStyleType="none" overflowX="auto">
        {parts.map(({ to, label }) => (
          <li key={label} ref={shown === to ? show : undefined}>
            <Link
              to={to}
              aria-current={shown === to ? 'page' : undefined}
              display="block"
              py="2.5"
              fontSize="md"
              mb="-1px"
              color={shown === to ? 'accent' : 'ink.2'}
              borderBottom="2px solid"
              borderColor={shown === to ? 'accent' : 'transparent'}
              borderRadius="0"
              whiteSpace="nowrap"
              _hover={{ color: 'ink', textDecoration: 'none' }}
            >
              {label}
            </Link>
          </li>
        ))}
      </chakra.ul>
    </Box>
  )
}
