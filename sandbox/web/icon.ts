/** An envelope with an airmail edge. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="2" y="6" width="28" height="20" rx="3" fill="#FAF8F4" stroke="#16181D" stroke-width="2"/>
<path d="M3 8l13 10L29 8" fill="none" stroke="#16181D" stroke-width="2"/>
<path d="M3 26h5l2-3H5zM19 26h5l2-3h-5z" fill="#F37254"/>
<path d="M11 26h5l2-3h-5z" fill="#2B4C9B"/>
</svg>
`;
