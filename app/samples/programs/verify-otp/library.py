from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

# It raises an OtpError if the code is wrong, expired or used.
dakiya.otp.verify({
    "recipient": "9876543210",
    "otp": "482913",
})
print("OTP verified successfully!")
