package palette

// drawn are palettes that were drawn by hand, light and dark, for choices that are often made.
var drawn = map[Choice][2]Palette{
	{Accent: Color{0x12, 0x50, 0x4a}, Paper: White, Ink: Color{0x1b, 0x19, 0x16}}: {
		{
			Accent: "#12504a", OnAccent: "#ffffff", AccentTint: "#e3eeeb", Paper: "#ffffff", Tint: "#f6f4f0", Tint2: "#ebe7e0",
			Ink: "#1b1916", Ink2: "#5f584f", Line: "#e2ddd4", Edge: "#877f73", Sale: "#a5351d", OK: "#1d6a3d",
			OKTint: "#e5f2e9", Warn: "#7b4a00", WarnTint: "#fbf0d8", Bad: "#b3241c", BadTint: "#fcebe9", Star: "#b4690e",
		},
		{
			Accent: "#8ed1bf", OnAccent: "#08211c", AccentTint: "#17302b", Paper: "#161513", Tint: "#201e1b", Tint2: "#2c2925",
			Ink: "#f3f0ea", Ink2: "#b6afa3", Line: "#39352f", Edge: "#8b8376", Sale: "#f49d84", OK: "#86d3a0",
			OKTint: "#17291d", Warn: "#f0c272", WarnTint: "#2e2412", Bad: "#ff9f96", BadTint: "#351b18", Star: "#e6a850",
		},
	},
}
