import { chakra } from '@chakra-ui/react'

/** A page with a red margin line and three lines of text. */
export const Mark = () => (
  <chakra.svg viewBox="0 0 26 26" width="26px" height="26px" fill="none" aria-hidden flexShrink={0}>
    <chakra.rect x="3.5" y="2.5" width="19px" height="21px" rx="4" fill="ink" />
    <chakra.rect x="7.6" y="6.8" width="2.6px" height="12.4px" rx="1.3" fill="light-dark(#E0644D, #9C2F1F)" />
    <chakra.path
      d="M13.2 8.6h5.6M13.2 13h5.6M13.2 17.4h3.2"
      stroke="paper"
      strokeWidth="1.7"
      strokeLinecap="round"
    />
  </chakra.svg>
)
